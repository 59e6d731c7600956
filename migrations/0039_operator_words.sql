CREATE TABLE "operator_words" (
	"provider" text NOT NULL,
	"words" text NOT NULL,
	"payments" bigint DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	CONSTRAINT "operator_words_provider_words_pk" PRIMARY KEY("provider","words"),
	CONSTRAINT "operator_words_length_check" CHECK (length("operator_words"."words") <= 200),
	CONSTRAINT "operator_words_reason_check" CHECK ("operator_words"."reason" in ('insufficient-funds', 'wrong-pin', 'limit-reached', 'wallet-inactive', 'no-wallet', 'declined', 'expired', 'unavailable', 'unknown'))
);
