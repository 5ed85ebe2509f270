/** The iCalendar UID of a call. */
export const callUid = (id: string): string => `${id}@calls`

export const isCallUid = (uid: string): boolean => /^[\da-f-]{36}@calls$/.test(uid)
