-- The new indexes first, so that servers of the release before always have one. Only their search for
-- a part of a text reads the whole table until they are replaced.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_settled_search_idx" ON "payments" USING gin (lower("id"::text || ' ' || coalesce("voter_email", '') || ' ' || coalesce("phone_number", '') || ' ' || coalesce("receipt_code", '') || ' ' || coalesce("provider_ref", '')) gin_trgm_ops) WHERE "payments"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_email_idx" ON "payments" USING btree (lower("voter_email") text_pattern_ops) WHERE "payments"."voter_email" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_completed_at_idx" ON "payments" USING btree ("completed_at") WHERE "payments"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_record_idx" ON "payments" USING btree ("provider_ref","provider") WHERE "payments"."provider_ref" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payments_receipt_key" ON "payments" USING btree ("receipt_code") WHERE "payments"."receipt_code" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_count_changes_hour_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_status_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_search_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_voter_email_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_completed_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_provider_ref_idx";
