CREATE TABLE "receipt_emails" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"sent_at" timestamp with time zone,
	"message_id" text,
	"last_failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_emails_status_check" CHECK ("receipt_emails"."status" in ('pending', 'sent', 'given-up', 'cancelled')),
	CONSTRAINT "receipt_emails_attempts_check" CHECK ("receipt_emails"."attempts" >= 0),
	CONSTRAINT "receipt_emails_next_attempt_check" CHECK (("receipt_emails"."status" = 'pending') = ("receipt_emails"."next_attempt_at" is not null)),
	CONSTRAINT "receipt_emails_sent_check" CHECK (("receipt_emails"."status" = 'sent') = ("receipt_emails"."sent_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "receipt_emails" ADD CONSTRAINT "receipt_emails_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_emails_due_idx" ON "receipt_emails" USING btree ("next_attempt_at") WHERE "receipt_emails"."next_attempt_at" is not null;