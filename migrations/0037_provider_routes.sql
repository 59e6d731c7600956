CREATE TABLE "provider_routes" (
	"provider" text NOT NULL,
	"operator" text NOT NULL,
	"state" text DEFAULT 'well' NOT NULL,
	"reason" text,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"tried_until" timestamp with time zone,
	"next_probe_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_routes_provider_operator_pk" PRIMARY KEY("provider","operator"),
	CONSTRAINT "provider_routes_operator_check" CHECK ("provider_routes"."operator" in ('mtn', 'orange')),
	CONSTRAINT "provider_routes_state_check" CHECK ("provider_routes"."state" in ('well', 'slow', 'down')),
	CONSTRAINT "provider_routes_reason_check" CHECK ("provider_routes"."reason" in ('slow-answers', 'failed-requests', 'no-response', 'refused', 'reported-slow', 'reported-down')),
	CONSTRAINT "provider_routes_well_check" CHECK (("provider_routes"."state" = 'well') = ("provider_routes"."reason" is null))
);
--> statement-breakpoint
CREATE FUNCTION "tell_provider_routes_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('provider_routes_changed', '');
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Not for the time of the next probe, which every process writes often.
CREATE TRIGGER "provider_routes_changed" AFTER INSERT OR UPDATE OF "state", "reason", "is_ready" ON "provider_routes"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_provider_routes_changed"();
