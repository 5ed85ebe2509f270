-- As with goals and squad messages: a decision whose response was lost is sent again under the same id. An existing row
-- cannot be overwritten by its id: its insert is refused.
grant insert (id) on public.decisions to authenticated;
