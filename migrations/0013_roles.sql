CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_role_check" CHECK ("invitations"."role" in ('owner', 'editor', 'finance', 'viewer'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email_key" ON "invitations" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_check" CHECK ("users"."role" in ('owner', 'editor', 'finance', 'viewer')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_is_admin_check" CHECK ("users"."is_admin" = ("users"."role" is not null)) NOT VALID;--> statement-breakpoint
-- rewrites-rows: there is one for each administrator
UPDATE "users" SET "role" = 'owner' WHERE "is_admin";--> statement-breakpoint
-- Servers of the last release know `is_admin` alone, and so may whoever looks in by hand: what is written
-- there is an owner's right, or the end of any. Whoever writes a role need not write the other too.
CREATE FUNCTION "role_and_is_admin_agree"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_admin IS DISTINCT FROM (NEW.role IS NOT NULL) THEN
    IF (TG_OP = 'INSERT' AND NEW.role IS NOT NULL)
      OR (TG_OP = 'UPDATE' AND NEW.role IS DISTINCT FROM OLD.role) THEN
      NEW.is_admin := NEW.role IS NOT NULL;
    ELSE
      NEW.role := CASE WHEN NEW.is_admin THEN 'owner' END;
    END IF;
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "users_role_and_is_admin_agree" BEFORE INSERT OR UPDATE ON "users"
  FOR EACH ROW EXECUTE FUNCTION "role_and_is_admin_agree"();
