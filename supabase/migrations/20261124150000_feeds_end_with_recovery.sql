-- Who recovers their account may have lost it to somebody else, so a calendar's secret address ends then too, as it does with
-- the password. Redeeming a recovery link sets recovery_token to ''; asking for one does not.
create trigger end_calendar_feed_with_recovery after update of recovery_token on auth.users
  for each row when (new.recovery_token = '') execute function private.end_calendar_feed();
