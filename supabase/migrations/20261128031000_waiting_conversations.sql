-- To count who waits for a member, and for nobody in particular.
create index squad_conversations_waiting_for on public.squad_conversations (assigned_to) where waiting_since is not null;
