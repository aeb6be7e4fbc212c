-- Business days of the banks. Easter is computed, because a table of its dates would end with some year and would need
-- a generator.
create function private.easter_sunday(year integer) returns date
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  -- Meeus/Jones/Butcher, the algorithm of @brazilian-utils. The divisions drop the remainder.
  golden constant integer := year % 19;
  century constant integer := year / 100;
  of_century constant integer := year % 100;
  moon constant integer :=
    (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
  weekday constant integer := (32 + 2 * (century % 4) + 2 * (of_century / 4) - moon - of_century % 4) % 7;
  days constant integer := moon + weekday - 7 * ((golden + 11 * moon + 22 * weekday) / 451) + 114;
begin
  return make_date(year, days / 31, days % 31 + 1);
end
$$;
comment on function private.easter_sunday is 'Returns the date of Easter in a year of the Gregorian calendar.';
grant execute on function private.easter_sunday to service_role;

-- National holidays (Leis 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023) and the other days without banks: Carnival
-- Monday and Tuesday, Good Friday and Corpus Christi (Resolução CMN 4.880/2020). @brazilian-utils has all of these days
-- except Carnival Monday. Holidays of states and municipalities do not count.
create function private.is_business_day(day date) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  return extract(isodow from day) < 6
    and to_char(day, 'MM-DD') <> all (
      array['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
    )
    and day - private.easter_sunday(extract(year from day)::integer) <> all (array[-48, -47, -2, 60]);
end
$$;
comment on function private.is_business_day is 'Reports whether banks work on a day: from Monday to Friday, except national holidays, Carnival, Good Friday and Corpus Christi. Valid from 2024 on, when 20 November became a national holiday.';
grant execute on function private.is_business_day to service_role;

create function private.next_business_day(day date) returns date
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  candidate date := day + 1;
begin
  while not private.is_business_day(candidate) loop
    candidate := candidate + 1;
  end loop;
  return candidate;
end
$$;
comment on function private.next_business_day is 'Returns the first business day after a day.';
grant execute on function private.next_business_day to service_role;

create function private.add_business_days(day date, days integer) returns date
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  counted date := day;
begin
  for step in 1..days loop
    counted := private.next_business_day(counted);
  end loop;
  return counted;
end
$$;
comment on function private.add_business_days is 'Returns the day that is a number of business days after a day.';
grant execute on function private.add_business_days to service_role;
