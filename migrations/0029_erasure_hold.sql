ALTER TABLE "event_settings" ADD COLUMN "erasure_held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_settings" ADD COLUMN "retention_days_before" integer;--> statement-breakpoint
-- The one row of before has neither.
ALTER TABLE "event_settings" ADD CONSTRAINT "event_settings_hold_check" CHECK (("event_settings"."erasure_held_until" is null) = ("event_settings"."retention_days_before" is null)) NOT VALID;