CREATE TABLE "count_hours" (
	"nomination_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"votes" integer NOT NULL,
	"payments" integer NOT NULL,
	"taken_back" integer NOT NULL,
	CONSTRAINT "count_hours_nomination_id_hour_pk" PRIMARY KEY("nomination_id","hour")
);
--> statement-breakpoint
-- The sequencer is the only writer of count_minutes, also one of the release before.
CREATE FUNCTION "add_minutes_to_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO "count_hours" ("nomination_id", "hour", "votes", "payments", "taken_back")
    SELECT "nomination_id", date_trunc('hour', "minute", 'UTC'), -sum("votes"), -sum("payments"), -sum("taken_back")
    FROM "before" GROUP BY 1, 2
    ON CONFLICT ("nomination_id", "hour") DO UPDATE SET "votes" = "count_hours"."votes" + excluded."votes",
      "payments" = "count_hours"."payments" + excluded."payments",
      "taken_back" = "count_hours"."taken_back" + excluded."taken_back";
  END IF;
  INSERT INTO "count_hours" ("nomination_id", "hour", "votes", "payments", "taken_back")
  SELECT "nomination_id", date_trunc('hour', "minute", 'UTC'), sum("votes"), sum("payments"), sum("taken_back")
  FROM "after" GROUP BY 1, 2
  ON CONFLICT ("nomination_id", "hour") DO UPDATE SET "votes" = "count_hours"."votes" + excluded."votes",
    "payments" = "count_hours"."payments" + excluded."payments",
    "taken_back" = "count_hours"."taken_back" + excluded."taken_back";
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "count_minutes_added_to_hours" AFTER INSERT ON "count_minutes"
  REFERENCING NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "add_minutes_to_hours"();
--> statement-breakpoint
CREATE TRIGGER "count_minutes_changed_in_hours" AFTER UPDATE ON "count_minutes"
  REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "add_minutes_to_hours"();
--> statement-breakpoint
-- Creating the triggers has locked the table for the sequencer, so that no minute is missed.
INSERT INTO "count_hours" ("nomination_id", "hour", "votes", "payments", "taken_back")
SELECT "nomination_id", date_trunc('hour', "minute", 'UTC'), sum("votes"), sum("payments"), sum("taken_back")
FROM "count_minutes" GROUP BY 1, 2;
