import { queryOptions } from '@tanstack/react-query'
import { tables } from '../session/client.ts'
import { fullName } from '../session/profile.ts'
import { texts } from '../texts/texts.ts'
import { adminKeys } from './admin-keys.ts'

async function selectMembers() {
  const { data } = await (await tables()).rpc('squad_members').throwOnError()
  return data.map((member) => ({ id: member.id, label: fullName(member) }))
}

/** The team: who can be assigned a conversation, or look after a founder. */
export const membersQuery = queryOptions({
  queryKey: adminKeys.members,
  queryFn: selectMembers,
  staleTime: 60_000,
  meta: { failed: texts.squad.loadFailed },
})
