CREATE TABLE "count_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"cosignatures" text DEFAULT '' NOT NULL,
	"signed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "count_entries" (
	"index" bigint PRIMARY KEY NOT NULL,
	"entry" text NOT NULL,
	"leaf" "bytea" NOT NULL,
	"payment_id" uuid,
	"kind" text NOT NULL,
	"nomination_id" uuid,
	"receipt_salt" "bytea",
	"votes_salt" "bytea",
	CONSTRAINT "count_entries_kind_check" CHECK ("count_entries"."kind" in ('count', 'take-back', 'nomination', 'opening')),
	CONSTRAINT "count_entries_leaf_check" CHECK (octet_length("count_entries"."leaf") = 32)
);
--> statement-breakpoint
CREATE TABLE "count_hashes" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "count_hashes_level_index_pk" PRIMARY KEY("level","index"),
	CONSTRAINT "count_hashes_hash_check" CHECK (octet_length("count_hashes"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "count_heads" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payments" integer NOT NULL,
	"taken_back" integer NOT NULL,
	"xaf" bigint NOT NULL,
	"usd" bigint NOT NULL,
	"votes" bigint NOT NULL,
	"sealed" integer NOT NULL,
	"open_below" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "count_minutes" (
	"nomination_id" uuid NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"votes" integer NOT NULL,
	"payments" integer NOT NULL,
	"taken_back" integer NOT NULL,
	CONSTRAINT "count_minutes_nomination_id_minute_pk" PRIMARY KEY("nomination_id","minute")
);
--> statement-breakpoint
CREATE TABLE "count_queue" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "count_queue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "count_queue_at_id_pk" PRIMARY KEY("at","id"),
	CONSTRAINT "count_queue_kind_check" CHECK ("count_queue"."kind" in ('count', 'take-back'))
);
--> statement-breakpoint
ALTER TABLE "count_checkpoints" ADD CONSTRAINT "count_checkpoints_size_count_heads_size_fk" FOREIGN KEY ("size") REFERENCES "public"."count_heads"("size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "count_entries_payment_key" ON "count_entries" USING btree ("payment_id","kind") WHERE "count_entries"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "count_entries_nomination_idx" ON "count_entries" USING btree ("nomination_id","index") WHERE "count_entries"."nomination_id" is not null;--> statement-breakpoint
CREATE TRIGGER "count_entries_append_only" BEFORE UPDATE OR DELETE ON "count_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "count_entries_keep_all" BEFORE TRUNCATE ON "count_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "count_hashes_append_only" BEFORE UPDATE OR DELETE ON "count_hashes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "count_hashes_keep_all" BEFORE TRUNCATE ON "count_hashes"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "count_heads_append_only" BEFORE UPDATE OR DELETE ON "count_heads"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
CREATE TRIGGER "count_heads_keep_all" BEFORE TRUNCATE ON "count_heads"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting_history"();
--> statement-breakpoint
-- Whoever counts a payment or takes it back, a server of the release before too, enters it in the same
-- transaction. The moment of taking back may lie before that of counting, when it had to wait for it.
CREATE FUNCTION "enter_into_count"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW."status" = 'completed' THEN
    INSERT INTO "count_queue" ("at", "payment_id", "kind") VALUES (NEW."completed_at", NEW."id", 'count');
  END IF;
  IF NEW."status" = 'failed' THEN
    INSERT INTO "count_queue" ("at", "payment_id", "kind")
    VALUES (greatest(NEW."settled_at", NEW."completed_at"), NEW."id", 'take-back');
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "payments_entered_into_count" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status" AND NEW."completed_at" IS NOT NULL)
  EXECUTE FUNCTION "enter_into_count"();
--> statement-breakpoint
CREATE TRIGGER "payments_new_entered_into_count" AFTER INSERT ON "payments" FOR EACH ROW
  WHEN (NEW."completed_at" IS NOT NULL)
  EXECUTE FUNCTION "enter_into_count"();
--> statement-breakpoint
-- Those of before, in the order in which they were counted. Creating the triggers has locked the
-- table, so that none is missed and none entered twice.
INSERT INTO "count_queue" ("at", "payment_id", "kind")
SELECT "completed_at", "id", 'count' FROM "payments" WHERE "completed_at" IS NOT NULL
ORDER BY "completed_at", "id";
--> statement-breakpoint
INSERT INTO "count_queue" ("at", "payment_id", "kind")
SELECT greatest("settled_at", "completed_at"), "id", 'take-back' FROM "payments"
WHERE "completed_at" IS NOT NULL AND "status" = 'failed'
ORDER BY 1, "id";
