CREATE TABLE "artist_merges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"artist_id" uuid NOT NULL,
	"into_id" uuid NOT NULL,
	"former_artist_ids" uuid[] NOT NULL,
	"former_nominations" jsonb NOT NULL,
	"merged_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "artist_merges_other_check" CHECK ("artist_merges"."artist_id" <> "artist_merges"."into_id")
);
--> statement-breakpoint
ALTER TABLE "artists" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "nominations" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "artist_merges" ADD CONSTRAINT "artist_merges_artist_id_artists_id_fk" FOREIGN KEY ("artist_id") REFERENCES "public"."artists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artist_merges" ADD CONSTRAINT "artist_merges_into_id_artists_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."artists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- There are at most some thousands of nominations, and no vote is written to them.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "nominations_merged_idx" ON "nominations" USING btree ("merged_into") WHERE "nominations"."merged_into" is not null;