import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast } from '../permissions/actors.ts'

describe.each(engines)('the inbox of a team on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  test('an internal note has its author and is audited, and none is written as another admin', async () => {
    const { admin, ana, exAdmin } = cast
    await admin.adds('internal_notes', { user_id: ana.id, content: 'Wants to sell' })
    expect(await admin.sees('internal_notes')).toMatchObject([{ author_id: admin.id, content: 'Wants to sell' }])
    const forged = admin.adds('internal_notes', { user_id: ana.id, content: 'Not mine', author_id: exAdmin.id })
    await expect(forged).rejects.toMatchObject({ code: '42501' })
    expect(await admin.sees('admin_audit', { table_name: 'internal_notes' })).toMatchObject([
      { admin_id: admin.id, user_id: ana.id, action: 'insert' },
    ])
  })

  test('a note mentions members of the team, each once, but not its author, nor who is no admin', async () => {
    const { admin, service, ana, ben, exAdmin } = cast
    const mentioned = () =>
      owner.query<{ member: string; user_id: string; author_id: string }>(
        'select member, user_id, author_id from private.note_mentions',
      )
    const write = (mentions: readonly string[]) =>
      admin.adds('internal_notes', { user_id: ana.id, content: 'Look', mentions: `{${mentions.join(',')}}` })
    await service.adds('user_roles', { user_id: exAdmin.id, role: 'admin' })
    await write([exAdmin.id, exAdmin.id, admin.id, ben.id, crypto.randomUUID()])
    await service.deletes('user_roles', { user_id: exAdmin.id })
    expect(await mentioned()).toEqual([{ member: exAdmin.id, user_id: ana.id, author_id: admin.id }])
    await expect(write(Array.from({ length: 11 }, () => ben.id))).rejects.toMatchObject({ code: '23514' })
    const note = (await admin.sees('internal_notes')).find(({ content }) => content === 'Look')
    await admin.deletes('internal_notes', { id: note!['id']! })
    expect(await mentioned()).toEqual([])
  })

  test('saved replies have one title each, whatever its case, and 200 at most', async () => {
    const { admin, service } = cast
    await admin.adds('saved_replies', { title: 'Welcome', content: 'Hello' })
    const again = admin.adds('saved_replies', { title: 'WELCOME', content: 'Hi' })
    await expect(again).rejects.toMatchObject({ code: '23505' })
    for (let count = 1; count < 200; count++)
      await service.adds('saved_replies', { title: `No ${count}`, content: 'x' })
    const more = admin.adds('saved_replies', { title: 'One more', content: 'x' })
    await expect(more).rejects.toMatchObject({ code: '54000', message: 'there are 200 saved replies already' })
    expect(await admin.sees('saved_replies')).toHaveLength(200)
  })

  test('who is writing is one row, renewed and removed', async () => {
    const { admin, ana } = cast
    const typing = (is_typing: boolean, founder = ana.id) => admin.calls('set_typing', { founder, is_typing })
    await typing(true)
    const [first] = await admin.sees('squad_typing')
    expect(first).toMatchObject({ user_id: ana.id, member: admin.id })
    await typing(true)
    const [second, ...rest] = await admin.sees('squad_typing')
    expect(rest).toEqual([])
    expect(second!['typed_at']).not.toEqual(first!['typed_at'])
    await typing(false)
    expect(await admin.sees('squad_typing')).toEqual([])
    // An account that does not exist.
    await typing(true, crypto.randomUUID())
    expect(await admin.sees('squad_typing')).toEqual([])
  })

  test('who else is writing, as long as it was within 30 seconds', async () => {
    const { admin, service, ana, exAdmin } = cast
    await service.adds('user_roles', { user_id: exAdmin.id, role: 'admin' })
    const others = () => admin.calls('typing_members', { founder: ana.id })
    await admin.calls('set_typing', { founder: ana.id, is_typing: true })
    expect(await others()).toEqual([])
    await exAdmin.calls('set_typing', { founder: ana.id, is_typing: true })
    expect(await others()).toEqual([exAdmin.id])
    await owner.query(`update public.squad_typing set typed_at = now() - interval '31 seconds'`)
    expect(await others()).toEqual([])
    await service.deletes('user_roles', { user_id: exAdmin.id })
    await admin.calls('set_typing', { founder: ana.id, is_typing: false })
  })

  test('who is no admin any more is not writing', async () => {
    const { admin, service, ana, exAdmin } = cast
    await service.adds('user_roles', { user_id: exAdmin.id, role: 'admin' })
    await exAdmin.calls('set_typing', { founder: ana.id, is_typing: true })
    expect(await admin.sees('squad_typing')).toHaveLength(1)
    await service.deletes('user_roles', { user_id: exAdmin.id })
    expect(await admin.sees('squad_typing')).toEqual([])
  })
})
