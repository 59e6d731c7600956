-- Polls of a pending payment wait for it to move: whoever moves it says so with the commit, by whatever
-- way, and PostgreSQL tells all processes. Nothing but the id, which is nobody's name; settled payments,
-- for which nobody waits, move in silence.
CREATE FUNCTION "tell_payment_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('payment_moved', NEW."id"::text);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "payments_moved" AFTER UPDATE OF "status" ON "payments" FOR EACH ROW
  WHEN (OLD."status" = 'pending' AND NEW."status" <> 'pending')
  EXECUTE FUNCTION "tell_payment_moved"();
