-- Unlogged, which the schema cannot say: counts of minutes are not worth a log of their own.
CREATE UNLOGGED TABLE "rate_limits" (
	"limit_name" text NOT NULL,
	"window_seconds" integer NOT NULL,
	"subject" text NOT NULL,
	"hits" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rate_limits_limit_name_subject_window_seconds_pk" PRIMARY KEY("limit_name","subject","window_seconds")
);
--> statement-breakpoint
DROP INDEX "payments_provider_ref_idx";--> statement-breakpoint
CREATE INDEX "rate_limits_ends_idx" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "payment_events_operator_reference_idx" ON "payment_events" USING btree (("detail"->>'operatorReference')) WHERE "payment_events"."detail"->>'operatorReference' is not null;--> statement-breakpoint
CREATE INDEX "payments_provider_ref_idx" ON "payments" USING btree ("provider_ref","provider");