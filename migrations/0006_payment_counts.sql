-- Keeps payment_counts true, whoever writes to payments. Each change adds rows of its own: a counter
-- that all payments of an hour count up would make them wait for each other.
CREATE FUNCTION "record_payment_count_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "payment_count_changes" ("hour", "segment", "currency", "payments", "amount", "votes")
    VALUES (date_trunc('hour', OLD."created_at", 'UTC'), OLD."segment", OLD."currency",
      -1, -OLD."amount"::bigint, -OLD."total_votes"::bigint);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "payment_count_changes" ("hour", "segment", "currency", "payments", "amount", "votes")
    VALUES (date_trunc('hour', NEW."created_at", 'UTC'), NEW."segment", NEW."currency",
      1, NEW."amount", NEW."total_votes");
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "payments_count_new_and_deleted" AFTER INSERT OR DELETE ON "payments"
  FOR EACH ROW EXECUTE FUNCTION "record_payment_count_change"();
--> statement-breakpoint
CREATE TRIGGER "payments_count_changed" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((OLD."segment", OLD."currency", OLD."amount", OLD."total_votes", OLD."created_at")
    IS DISTINCT FROM (NEW."segment", NEW."currency", NEW."amount", NEW."total_votes", NEW."created_at"))
  EXECUTE FUNCTION "record_payment_count_change"();
--> statement-breakpoint
INSERT INTO "payment_counts" ("grain", "starts_at", "segment", "currency", "payments", "amount", "votes")
SELECT "grain", date_trunc("grain", "created_at", 'UTC'), "segment", "currency",
  count(*), sum("amount"), sum("total_votes")
FROM "payments", unnest(ARRAY['hour', 'day']) AS "grain"
GROUP BY 1, 2, 3, 4;
