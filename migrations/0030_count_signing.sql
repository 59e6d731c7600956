CREATE TABLE "count_signing" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"incarnation" text,
	"unsure_since" timestamp with time zone,
	"paused_since" timestamp with time zone,
	"missing" text,
	"said_by" text,
	"continued_at" bigint,
	CONSTRAINT "count_signing_only_check" CHECK ("count_signing"."is_only"),
	CONSTRAINT "count_signing_pause_check" CHECK (("count_signing"."paused_since" is null) = ("count_signing"."missing" is null and "count_signing"."said_by" is null))
);
--> statement-breakpoint
ALTER TABLE "count_entries" DROP CONSTRAINT "count_entries_kind_check";--> statement-breakpoint
-- All rows of before have one of the kinds that the dropped constraint allowed.
ALTER TABLE "count_entries" ADD CONSTRAINT "count_entries_kind_check" CHECK ("count_entries"."kind" in ('count', 'take-back', 'nomination', 'opening', 'continuation')) NOT VALID;