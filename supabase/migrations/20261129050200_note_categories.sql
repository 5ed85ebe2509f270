-- The categories that notes have are suggested.
create index notes_by_category on public.notes (category);
