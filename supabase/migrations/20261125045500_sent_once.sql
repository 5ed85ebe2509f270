-- A goal or a message whose response was lost is sent again under the same id: what has arrived is not stored twice.
-- Nobody can overwrite a row by its id, since an existing one refuses the insert.
grant insert (id) on public.goals, public.squad_messages to authenticated;
