CREATE TABLE "verifications" (
	"scope" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone,
	"differences" integer DEFAULT 0 NOT NULL,
	"sentences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"leased_until" timestamp with time zone DEFAULT now() NOT NULL,
	"size" bigint,
	"peaks" jsonb,
	"votes" jsonb,
	CONSTRAINT "verifications_scope_check" CHECK ("verifications"."scope" in ('everything', 'new'))
);
