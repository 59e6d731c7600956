-- Trusted since PostgreSQL 13: whoever may create in the database may have it. Where nobody but the
-- host's own administrator may, it stands there before, and this does nothing.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
