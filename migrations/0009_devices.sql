ALTER TABLE "payments" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "client_secret_hash" text;