-- Every process shows the catalogue from memory. Whoever changes it, by whatever way, says so with the
-- commit; PostgreSQL tells all who listen, once for each transaction.
CREATE FUNCTION "tell_catalog_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "categories_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_catalog_changed"();
--> statement-breakpoint
CREATE TRIGGER "artists_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "artists"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_catalog_changed"();
--> statement-breakpoint
CREATE TRIGGER "nominations_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "nominations"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_catalog_changed"();
