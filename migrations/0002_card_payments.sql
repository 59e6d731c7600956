ALTER TABLE "payments" ADD COLUMN "owner_hash" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "intent_revision" integer;--> statement-breakpoint
CREATE INDEX "payments_owner_idx" ON "payments" USING btree ("owner_hash","created_at") WHERE "payments"."owner_hash" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_revision_check" CHECK ("payments"."revision" >= 0 and "payments"."intent_revision" <= "payments"."revision");