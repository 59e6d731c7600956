CREATE TABLE "link_visits" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "link_visits_day_source_pk" PRIMARY KEY("day","source"),
	CONSTRAINT "link_visits_visits_check" CHECK ("link_visits"."visits" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "link_source" text;