CREATE TABLE "count_witnesses" (
	"vkey" text PRIMARY KEY NOT NULL,
	"size" bigint,
	"signed_at" timestamp with time zone,
	"ask_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "count_witnesses_signed_check" CHECK (("count_witnesses"."size" is null) = ("count_witnesses"."signed_at" is null))
);
