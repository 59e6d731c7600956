CREATE TABLE "event_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"settings" jsonb NOT NULL,
	"results_published_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_settings_only_check" CHECK ("event_settings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "sealed_totals" (
	"sealed_at" timestamp with time zone NOT NULL,
	"nomination_id" uuid NOT NULL,
	"votes" integer NOT NULL,
	CONSTRAINT "sealed_totals_sealed_at_nomination_id_pk" PRIMARY KEY("sealed_at","nomination_id")
);
--> statement-breakpoint
ALTER TABLE "payment_count_changes" ADD COLUMN "excess" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_counts" ADD COLUMN "excess" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "vote_price" integer;--> statement-breakpoint
ALTER TABLE "sealed_totals" ADD CONSTRAINT "sealed_totals_nomination_id_nominations_id_fk" FOREIGN KEY ("nomination_id") REFERENCES "public"."nominations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Every process keeps the settings in memory; PostgreSQL tells all who listen of each change.
CREATE FUNCTION "tell_settings_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('settings_changed', '');
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "event_settings_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "event_settings"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_settings_changed"();
--> statement-breakpoint
-- Counts what payments took beyond the price that their votes were asked for, too. Payments of before
-- prices were kept had those of the time: 100 XAF, or 50 US cents.
CREATE FUNCTION "payment_excess"("payment" "payments") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT "payment"."amount"::bigint - "payment"."total_votes"::bigint
    * coalesce("payment"."vote_price", CASE "payment"."currency" WHEN 'XAF' THEN 100 ELSE 50 END);
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "record_payment_count_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "payment_count_changes" ("hour", "segment", "currency", "payments", "amount", "votes", "excess")
    VALUES (date_trunc('hour', OLD."created_at", 'UTC'), OLD."segment", OLD."currency",
      -1, -OLD."amount"::bigint, -OLD."total_votes"::bigint, -"payment_excess"(OLD));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "payment_count_changes" ("hour", "segment", "currency", "payments", "amount", "votes", "excess")
    VALUES (date_trunc('hour', NEW."created_at", 'UTC'), NEW."segment", NEW."currency",
      1, NEW."amount", NEW."total_votes", "payment_excess"(NEW));
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "payments_count_priced" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN (OLD."vote_price" IS DISTINCT FROM NEW."vote_price"
    AND (OLD."segment", OLD."currency", OLD."amount", OLD."total_votes", OLD."created_at")
    IS NOT DISTINCT FROM (NEW."segment", NEW."currency", NEW."amount", NEW."total_votes", NEW."created_at"))
  EXECUTE FUNCTION "record_payment_count_change"();
