CREATE TABLE "payment_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hour" timestamp with time zone NOT NULL,
	"segment" text NOT NULL,
	"currency" text NOT NULL,
	"payments" integer NOT NULL,
	"amount" bigint NOT NULL,
	"votes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_counts" (
	"grain" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"segment" text NOT NULL,
	"currency" text NOT NULL,
	"payments" integer NOT NULL,
	"amount" bigint NOT NULL,
	"votes" bigint NOT NULL,
	CONSTRAINT "payment_counts_grain_starts_at_segment_currency_pk" PRIMARY KEY("grain","starts_at","segment","currency"),
	CONSTRAINT "payment_counts_grain_check" CHECK ("payment_counts"."grain" in ('hour', 'day'))
);
--> statement-breakpoint
DROP INDEX "payments_voter_email_idx";--> statement-breakpoint
DROP INDEX "payments_created_idx";--> statement-breakpoint
ALTER TABLE "artists" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "nominations" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "segment" text GENERATED ALWAYS AS (case when provider = 'stripe' then 'card ' else 'mobile-money ' end || status || case when attempted_at is null then '' else ' attempted' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_count_changes_hour_idx" ON "payment_count_changes" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "payments_phone_number_idx" ON "payments" USING btree ("phone_number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payments_segment_idx" ON "payments" USING btree ("segment","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_voter_email_idx" ON "payments" USING btree (lower("voter_email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payments_created_idx" ON "payments" USING btree ("created_at","id");