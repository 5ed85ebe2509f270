-- A setting of its own keeps PostgreSQL from inlining a function, and then it plans its body with every statement that a
-- policy asks for the claims. It names nothing outside of pg_catalog.
alter function auth.jwt() reset search_path;
