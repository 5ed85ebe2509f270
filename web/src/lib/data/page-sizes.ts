/** Notes, decisions and check-ins shown first, and added by each Load More. SPEC section 9. */
export const PAGE_SIZE = 10

/** Conversations that the admin's list loads at once. */
export const CONVERSATIONS_PAGE_SIZE = 50

/** Founders per page of the admin's list. */
export const FOUNDERS_PAGE_SIZE = 50
