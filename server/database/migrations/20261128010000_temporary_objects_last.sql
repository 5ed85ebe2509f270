-- PostgreSQL looks for types among a caller's temporary objects first, unless the search path names them later.
alter function server.network_of(inet) set search_path = pg_catalog, pg_temp;
