CREATE TABLE "slugs" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"chosen_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "slugs_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "slugs_kind_check" CHECK ("slugs"."kind" in ('artist', 'category'))
);
--> statement-breakpoint
CREATE INDEX "slugs_entity_idx" ON "slugs" USING btree ("entity_id","chosen_at");--> statement-breakpoint
-- Letters of Cameroonian languages and of Europe that are no letter with an accent. Written out in both
-- cases: what lower() knows depends on the locale of the database.
CREATE FUNCTION "slug_of"("name" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT trim(BOTH '-' FROM left(
    regexp_replace(
      lower(translate(
        regexp_replace(regexp_replace(regexp_replace(
          regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g'),
          '[œŒ]', 'oe', 'g'), '[æÆ]', 'ae', 'g'), '[ßẞ]', 'ss', 'g'),
        'ƁƊƐƎƏƆŊØŁĐɓɗɛǝəɔŋøłđ', 'BDEEEONOLDbdeeeonold')),
      '[^a-z0-9]+', '-', 'g'),
    60));
$$;
--> statement-breakpoint
-- Whoever names an artist or a category, a server of the release before too. A slug that somebody else
-- has or had is never given away: it stands on their posters.
CREATE FUNCTION "choose_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := TG_ARGV[0];
  base text := coalesce(nullif("slug_of"(NEW."name"), ''), kind);
  candidate text := base;
  tries integer := 1;
BEGIN
  IF TG_OP = 'UPDATE' AND "slug_of"(NEW."name") = "slug_of"(OLD."name") AND EXISTS (
    SELECT FROM "slugs" WHERE "slugs"."kind" = TG_ARGV[0] AND "entity_id" = NEW."id"
  ) THEN
    RETURN NULL;
  END IF;
  LOOP
    INSERT INTO "slugs" AS chosen ("kind", "slug", "entity_id") VALUES (kind, candidate, NEW."id")
    ON CONFLICT ON CONSTRAINT "slugs_kind_slug_pk" DO UPDATE SET "chosen_at" = clock_timestamp()
      WHERE chosen."entity_id" = NEW."id";
    IF FOUND THEN
      RETURN NULL;
    END IF;
    tries := tries + 1;
    candidate := base || '-' || tries;
  END LOOP;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "artists_choose_slug" AFTER INSERT OR UPDATE OF "name" ON "artists"
  FOR EACH ROW EXECUTE FUNCTION "choose_slug"('artist');
--> statement-breakpoint
CREATE TRIGGER "categories_choose_slug" AFTER INSERT OR UPDATE OF "name" ON "categories"
  FOR EACH ROW EXECUTE FUNCTION "choose_slug"('category');
--> statement-breakpoint
-- rewrites-rows: artists are at most some thousands, and the trigger chooses for each
UPDATE "artists" SET "name" = "name";
--> statement-breakpoint
-- rewrites-rows: categories are some dozens
UPDATE "categories" SET "name" = "name";
