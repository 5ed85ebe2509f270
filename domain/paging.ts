/** Notes, decisions and check-ins shown at first, and added by each Load More. SPEC section 9. */
export const PAGE_SIZE = 10

/** Founders per page of the admin's list. */
export const FOUNDERS_PAGE_SIZE = 50
