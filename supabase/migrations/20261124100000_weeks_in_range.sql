-- A week that every screen can show: `infinity` is a date without a day of the week, so that the rule of Mondays let it
-- pass, and years after 9999 are no dates to a browser. What is out of range moves to a free week at or before the one it
-- was written in: what was typed stays.
do $$
declare
  stray record;
  free date;
begin
  for stray in
    select id, user_id, created_at from public.weekly_checkins
    where week_of not between '1600-01-01' and '2999-12-31' order by created_at, id
  loop
    free := date_trunc('week', stray.created_at)::date;
    while exists (select from public.weekly_checkins where user_id = stray.user_id and week_of = free) loop
      free := free - 7;
    end loop;
    update public.weekly_checkins set week_of = free where id = stray.id;
  end loop;
end
$$;

alter table public.weekly_checkins
  add constraint weekly_checkins_week_in_range check (week_of between '1600-01-01' and '2999-12-31');
