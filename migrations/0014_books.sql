CREATE TABLE "book_closings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_closings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" text NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_days" (
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"tried_at" timestamp with time zone,
	"user_id" text,
	"read_until" timestamp with time zone,
	"trouble" text,
	"listed" jsonb,
	"busy_until" timestamp with time zone,
	"next_at" timestamp with time zone,
	CONSTRAINT "book_days_provider_day_pk" PRIMARY KEY("provider","day"),
	CONSTRAINT "book_days_state_check" CHECK ("book_days"."state" in ('due', 'compared', 'not-compared')),
	CONSTRAINT "book_days_trouble_check" CHECK ("book_days"."trouble" in ('unanswered', 'refused', 'too-many', 'interrupted'))
);
--> statement-breakpoint
CREATE TABLE "book_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"subject" text NOT NULL,
	"payment_id" uuid,
	"provider_ref" text,
	"listed_amount" bigint,
	"listed_currency" text,
	"listed_at" timestamp with time zone,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	"resolved_by" text,
	"note" text,
	CONSTRAINT "book_differences_subject_key" UNIQUE("provider","day","reason","subject"),
	CONSTRAINT "book_differences_reason_check" CHECK ("book_differences"."reason" in ('paid-there', 'unknown-there', 'amount-differs', 'refunded-there', 'disputed-there', 'listed-twice', 'unknown-here')),
	CONSTRAINT "book_differences_resolution_check" CHECK (("book_differences"."resolved_at" is null) = ("book_differences"."resolution" is null) and "book_differences"."resolution" in ('settled', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "returned_money" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "returned_money_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"reference" text,
	"returned_at" timestamp with time zone NOT NULL,
	"user_id" text,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returned_money_kind_check" CHECK ("returned_money"."kind" in ('by-hand', 'in-part'))
);
--> statement-breakpoint
CREATE TABLE "statement_mappings" (
	"provider" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "book_closings" ADD CONSTRAINT "book_closings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_days" ADD CONSTRAINT "book_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_differences" ADD CONSTRAINT "book_differences_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_differences" ADD CONSTRAINT "book_differences_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_money" ADD CONSTRAINT "returned_money_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_money" ADD CONSTRAINT "returned_money_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_closings_day_idx" ON "book_closings" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "book_days_next_idx" ON "book_days" USING btree ("next_at") WHERE "book_days"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "book_differences_day_idx" ON "book_differences" USING btree ("day");--> statement-breakpoint
CREATE INDEX "book_differences_payment_idx" ON "book_differences" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "returned_money_payment_idx" ON "returned_money" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "returned_money_by_hand_key" ON "returned_money" USING btree ("payment_id") WHERE "returned_money"."kind" = 'by-hand';--> statement-breakpoint
-- Money that went back, and books that somebody has closed, are evidence: what changes later stands
-- beside them.
CREATE TRIGGER "returned_money_append_only" BEFORE UPDATE OR DELETE ON "returned_money"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "returned_money_keep_all" BEFORE TRUNCATE ON "returned_money"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "book_closings_append_only" BEFORE UPDATE OR DELETE ON "book_closings"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "book_closings_keep_all" BEFORE TRUNCATE ON "book_closings"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting_history"();
