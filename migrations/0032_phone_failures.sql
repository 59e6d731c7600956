CREATE TABLE "phone_failures" (
	"hour" timestamp with time zone NOT NULL,
	"digest" text NOT NULL,
	"kind" text NOT NULL,
	"page" text NOT NULL,
	"browser" text NOT NULL,
	"language" text NOT NULL,
	"message" text NOT NULL,
	"frames" text[] NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "phone_failures_hour_digest_pk" PRIMARY KEY("hour","digest"),
	CONSTRAINT "phone_failures_count_check" CHECK ("phone_failures"."count" > 0)
);
