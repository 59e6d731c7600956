-- The index of the migration before takes the constraint's name, by which servers recognise a code that
-- is used twice.
ALTER TABLE "payments" DROP CONSTRAINT "payments_receipt_code_key";--> statement-breakpoint
ALTER INDEX "payments_receipt_key" RENAME TO "payments_receipt_code_key";--> statement-breakpoint
-- Room for the next version of a row on its own page: an update that changes no indexed column then
-- adds no entry to any index.
ALTER TABLE "payments" SET (fillfactor = 80);
