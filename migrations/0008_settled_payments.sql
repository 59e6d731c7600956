CREATE TABLE "payment_flags" (
	"payment_id" uuid NOT NULL,
	"flag" text NOT NULL,
	"evidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	"reason" text,
	CONSTRAINT "payment_flags_payment_id_flag_pk" PRIMARY KEY("payment_id","flag"),
	CONSTRAINT "payment_flags_resolution_check" CHECK (("payment_flags"."resolved_at" is null) = ("payment_flags"."resolution" is null) and "payment_flags"."resolution" in ('settled', 'attached', 'refunded', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "provider_sweeps" (
	"provider" text PRIMARY KEY NOT NULL,
	"swept_until" timestamp with time zone,
	"next_sweep_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unanswered_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "hinted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_attached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_flags" ADD CONSTRAINT "payment_flags_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_flags_open_idx" ON "payment_flags" USING btree ("raised_at") WHERE "payment_flags"."resolved_at" is null;--> statement-breakpoint
-- Since when a payment is settled, as its history tells; without one, since its last change.
UPDATE "payments" SET "settled_at" = coalesce(
  (SELECT max("at") FROM "payment_events"
    WHERE "payment_id" = "payments"."id" AND "from_status" <> "to_status"),
  "completed_at", "updated_at")
WHERE "status" <> 'pending';
--> statement-breakpoint
-- Settled payments are looked at again. Campay and Stripe have lists for that; of the others, what was
-- settled in the last week is asked about one by one, spread over a day.
UPDATE "payments" SET "next_check_at" = now() + random() * interval '1 day'
WHERE "provider" IN ('fapshi', 'mtn-momo') AND "settled_at" > now() - interval '7 days'
  AND "next_check_at" IS NULL AND ("status" = 'completed' OR "completed_at" IS NULL);
--> statement-breakpoint
-- Flags stood in the history alone before. What was settled after it was flagged needs no look.
INSERT INTO "payment_flags" ("payment_id", "flag", "evidence", "raised_at", "resolved_at", "resolution")
SELECT "payment_id", "flag", "evidence", "at", "later", CASE WHEN "later" IS NOT NULL THEN 'settled' END
FROM (
  SELECT DISTINCT ON ("flagged"."payment_id", "flagged"."detail"->>'flag')
    "flagged"."payment_id", "flagged"."detail"->>'flag' AS "flag",
    "flagged"."detail" - 'flag' AS "evidence", "flagged"."at",
    CASE WHEN "flagged"."detail"->>'flag' <> 'refund-failed' THEN (
      SELECT min("moved"."at") FROM "payment_events" AS "moved"
      WHERE "moved"."payment_id" = "flagged"."payment_id" AND "moved"."id" > "flagged"."id"
        AND "moved"."from_status" <> "moved"."to_status"
    ) END AS "later"
  FROM "payment_events" AS "flagged"
  WHERE "flagged"."detail"->>'flag' IS NOT NULL
  ORDER BY 1, 2, "flagged"."id"
) AS "flags";
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_settled_check" CHECK (("payments"."status" = 'pending') = ("payments"."settled_at" is null));