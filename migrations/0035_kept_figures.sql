CREATE TABLE "kept_figures" (
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"figures" jsonb NOT NULL,
	CONSTRAINT "kept_figures_kind_starts_at_ends_at_pk" PRIMARY KEY("kind","starts_at","ends_at")
);
--> statement-breakpoint
-- Forgets the figures of a day and an hour whose payments change after they may have been kept, whoever
-- changes them. The lock is shared by those who change payments, and excludes keeping: figures that are
-- being added up do not contain a change that is not committed.
CREATE FUNCTION "forget_figures_of"("paid" timestamp with time zone[], "started" timestamp with time zone[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7140232);
  -- No day has more than 25 hours.
  DELETE FROM "kept_figures" USING unnest("paid") AS "moment"
  WHERE "kind" = 'paid' AND "starts_at" > "moment" - interval '25 hours'
    AND "starts_at" <= "moment" AND "ends_at" > "moment";
  DELETE FROM "kept_figures" USING unnest("started") AS "moment"
  WHERE "kind" = 'started' AND "starts_at" > "moment" - interval '25 hours'
    AND "starts_at" <= "moment" AND "ends_at" > "moment";
END;
$$;
--> statement-breakpoint
CREATE FUNCTION "forget_kept_figures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "forget_figures_of"(
    ARRAY[OLD."completed_at", NEW."completed_at"], ARRAY[OLD."created_at", NEW."created_at"]);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION "forget_kept_figures_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "forget_figures_of"(ARRAY["completed_at"], '{}') FROM "payments"
  WHERE "id" = coalesce(NEW."payment_id", OLD."payment_id")
    AND "completed_at" < clock_timestamp() - interval '2 minutes';
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- A payment counted at once never waits: figures are kept only four minutes later.
CREATE TRIGGER "payments_changed_later" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN (least(OLD."created_at", NEW."created_at", OLD."completed_at", NEW."completed_at")
      < clock_timestamp() - interval '2 minutes'
    AND (OLD."provider", OLD."currency", OLD."amount", OLD."status", OLD."failure_reason",
      OLD."total_votes", OLD."vote_price", OLD."link_source", OLD."created_at", OLD."completed_at")
    IS DISTINCT FROM (NEW."provider", NEW."currency", NEW."amount", NEW."status", NEW."failure_reason",
      NEW."total_votes", NEW."vote_price", NEW."link_source", NEW."created_at", NEW."completed_at"))
  EXECUTE FUNCTION "forget_kept_figures"();
--> statement-breakpoint
CREATE TRIGGER "payments_added_later" AFTER INSERT ON "payments" FOR EACH ROW
  WHEN (least(NEW."created_at", NEW."completed_at") < clock_timestamp() - interval '2 minutes')
  EXECUTE FUNCTION "forget_kept_figures"();
--> statement-breakpoint
CREATE TRIGGER "payments_removed_later" AFTER DELETE ON "payments" FOR EACH ROW
  EXECUTE FUNCTION "forget_kept_figures"();
--> statement-breakpoint
CREATE TRIGGER "payment_votes_changed_later" AFTER UPDATE OR DELETE ON "payment_votes" FOR EACH ROW
  EXECUTE FUNCTION "forget_kept_figures_of_payment"();
--> statement-breakpoint
CREATE TRIGGER "returned_money_added_later" AFTER INSERT ON "returned_money" FOR EACH ROW
  EXECUTE FUNCTION "forget_kept_figures_of_payment"();
