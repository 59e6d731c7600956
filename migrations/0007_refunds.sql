CREATE TABLE "refunds" (
	"payment_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_payment_id_attempt_pk" PRIMARY KEY("payment_id","attempt"),
	CONSTRAINT "refunds_status_check" CHECK ("refunds"."status" in ('requested', 'unanswered', 'accepted', 'refused', 'succeeded', 'lapsed', 'failed')),
	CONSTRAINT "refunds_attempt_check" CHECK ("refunds"."attempt" >= 1)
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_open_key" ON "refunds" USING btree ("payment_id") WHERE "refunds"."status" in ('requested', 'unanswered', 'accepted');--> statement-breakpoint
-- Refunds were told from the history alone before. Of each request the last word counts; with no
-- check left to come, a request that nothing came of has lapsed.
INSERT INTO "refunds" ("payment_id", "attempt", "status", "created_at", "updated_at")
SELECT "payment_id", "attempt",
  CASE
    WHEN "step" = 'refused' THEN 'refused'
    WHEN "attempt" < "newest" THEN 'lapsed'
    WHEN "payment_status" = 'failed' AND "failure_reason" = 'refunded' THEN 'succeeded'
    WHEN "payment_status" = 'failed' OR "next_check_at" IS NULL THEN 'lapsed'
    ELSE "step"
  END,
  "requested_at", "at"
FROM (
  SELECT DISTINCT ON ("told"."payment_id", "told"."attempt") "told".*,
    "payments"."status" AS "payment_status", "payments"."failure_reason", "payments"."next_check_at"
  FROM (
    SELECT "id", "payment_id", "at", "detail"->>'refund' AS "step", "attempt",
      min("at") OVER (PARTITION BY "payment_id", "attempt") AS "requested_at",
      max("attempt") OVER (PARTITION BY "payment_id") AS "newest"
    FROM "payment_events", LATERAL (SELECT coalesce(("detail"->>'attempt')::int, 1) AS "attempt") AS "numbered"
    WHERE "source" = 'refund' AND "detail"->>'refund' IN ('requested', 'accepted', 'refused', 'unanswered')
  ) AS "told"
  JOIN "payments" ON "payments"."id" = "told"."payment_id"
  ORDER BY "told"."payment_id", "told"."attempt", "told"."id" DESC
) AS "latest";
