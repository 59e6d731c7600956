CREATE INDEX CONCURRENTLY IF NOT EXISTS "admin_actions_person_idx" ON "admin_actions" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "admin_actions_kind_idx" ON "admin_actions" USING btree ("entity","at");
