-- The options with a number of places that the values of a submission choose, each once. `full_options_of`, `take_places` and
-- `give_back_places` call it.
create or replace function chosen_options(limits jsonb, fields json)
returns table (field text, option text, places integer) language sql immutable as $$
  select v.key, chosen.option, (l.value ->> chosen.option)::integer
    from jsonb_each(limits -> 'places') l
      join json_each(fields) v on v.key = l.key
      cross join lateral (
        select v.value #>> '{}' as option where json_typeof(v.value) = 'string'
        union
        select json_array_elements_text(v.value) where json_typeof(v.value) = 'array'
      ) chosen
    where l.value ? chosen.option
  $$;
