ALTER TABLE "sessions" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "subject" text;--> statement-breakpoint
-- The subject was the id until now. Whose subject it is, is not known here: the issuer stays empty.
UPDATE "users" SET "subject" = "id";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "subject" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_issuer_subject_key" UNIQUE("issuer","subject");--> statement-breakpoint
-- Whoever is signed in signs in once more, so that the issuer is known; voters keep their payments.
UPDATE "sessions" SET "sess" = "sess" - 'passport' - 'idToken' - 'oidc' - 'returnTo'
WHERE "sess" ?| array['passport', 'idToken', 'oidc', 'returnTo'];
