-- A server of the release before leaves such a row out of its list, and writes none.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "admin_actions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
-- Nothing is erased yet, so all rows of before hold to it.
ALTER TABLE "payments" ADD CONSTRAINT "payments_erased_check" CHECK ("payments"."erased_at" is null or num_nonnulls(voter_email, phone_hash, phone_number, device_timestamp, user_agent, ip_address, device_hash, owner_hash, client_secret_hash) = 0) NOT VALID;--> statement-breakpoint
-- A history is evidence, but what the browser said of itself has to go when its voter is erased: that
-- alone may be taken out of an event, and nothing else of it changed.
CREATE OR REPLACE TRIGGER "payment_events_append_only" BEFORE UPDATE ON "payment_events" FOR EACH ROW
  WHEN (to_jsonb(NEW) IS DISTINCT FROM to_jsonb(OLD) #- '{detail,device}')
  EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "payment_events_kept" BEFORE DELETE ON "payment_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
-- The server's role may not change histories at all: it asks for this, with the owner's right.
CREATE FUNCTION "erase_devices"("erased" uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE public.payment_events SET detail = detail - 'device'
  FROM public.payments
  WHERE payment_events.payment_id = ANY (erased) AND detail ? 'device'
    AND payments.id = payment_events.payment_id AND payments.erased_at IS NOT NULL;
$$;
