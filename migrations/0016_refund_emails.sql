ALTER TABLE "receipt_emails" ADD COLUMN "kind" text DEFAULT 'receipt' NOT NULL;--> statement-breakpoint
-- All rows of before are receipts.
ALTER TABLE "receipt_emails" ADD CONSTRAINT "receipt_emails_kind_check" CHECK ("receipt_emails"."kind" in ('receipt', 'refund')) NOT VALID;
