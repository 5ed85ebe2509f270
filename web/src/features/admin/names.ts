import { queryOptions } from '@tanstack/react-query'
import { tables } from '../../lib/client.ts'
import { keys } from '../../lib/keys.ts'
import { texts } from '../../lib/texts.ts'

interface Named {
  readonly first_name: string
  readonly last_name: string
}

export const fullName = ({ first_name, last_name }: Named) => `${first_name} ${last_name}`.trim() || 'Unnamed founder'

async function selectNames() {
  const profiles = (await tables()).from('profiles').select('id, first_name, last_name')
  const { data } = await profiles.order('first_name').order('last_name').throwOnError()
  return data
}

/** Everybody's name, in order: to choose a founder from, and to name the owner of a row. */
export const namesQuery = queryOptions({
  queryKey: keys.admin.names,
  queryFn: selectNames,
  meta: { failed: texts.admin.usersFailed },
})

/** The name of the person with this id, as far as it is known. */
export const nameOf = (names: readonly (Named & { id: string })[] | undefined, id: string) => {
  const named = names?.find((person) => person.id === id)
  return named ? fullName(named) : 'Founder'
}
