-- A goal or a message whose response was lost is sent again under the same id: what has arrived is not stored twice.
-- A row cannot be overwritten by its id: the insert of an existing one is refused.
grant insert (id) on public.goals, public.squad_messages to authenticated;
