ALTER TABLE "book_differences" DROP CONSTRAINT "book_differences_reason_check";--> statement-breakpoint
-- All rows of before have one of the reasons that the dropped constraint allowed.
ALTER TABLE "book_differences" ADD CONSTRAINT "book_differences_reason_check" CHECK ("book_differences"."reason" in ('paid-there', 'unknown-there', 'amount-differs', 'refunded-there', 'disputed-there', 'listed-twice', 'counted-twice', 'unknown-here')) NOT VALID;
