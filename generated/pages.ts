// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
/** Text key of the button or link of each action. */
export const actions = {
  "accept": "consent.accept",
  "decline": "consent.decline",
  "verify": "verify.button",
  "refuse": "verify.refuse",
  "later": "later.button",
  "useAnotherAccount": "owner.other",
  "switchAccount": "account.other",
  "signIn": "signIn.button",
  "stop": "stop.button",
  "delete": "credential.delete",
  "toCredentials": "next.credentials"
} as const;

/** Pages behind a link: text key of the title, HTTP status, and actions. */
export const pages = {
  "signIn": {
    "title": "signIn.title",
    "status": 200,
    "actions": [
      "signIn"
    ]
  },
  "consent": {
    "title": "consent.title",
    "status": 200,
    "actions": [
      "accept",
      "decline",
      "later",
      "useAnotherAccount"
    ]
  },
  "verify": {
    "title": "verify.title",
    "status": 200,
    "actions": [
      "verify",
      "refuse",
      "later",
      "useAnotherAccount"
    ]
  },
  "credential": {
    "title": "credential.heading",
    "status": 200,
    "actions": [
      "delete",
      "toCredentials"
    ]
  },
  "shared": {
    "title": "shared.title",
    "status": 200,
    "actions": [
      "stop",
      "toCredentials"
    ]
  },
  "declined": {
    "title": "declined.title",
    "status": 200,
    "actions": [
      "toCredentials"
    ]
  },
  "refused": {
    "title": "refused.title",
    "status": 200,
    "actions": [
      "toCredentials"
    ]
  },
  "deleted": {
    "title": "deleted.title",
    "status": 200,
    "actions": [
      "toCredentials"
    ]
  },
  "linkExpired": {
    "title": "linkExpired.title",
    "status": 410,
    "actions": [
      "toCredentials"
    ]
  },
  "requestExpired": {
    "title": "requestExpired.title",
    "status": 410,
    "actions": [
      "toCredentials"
    ]
  },
  "linkCanceled": {
    "title": "linkCanceled.title",
    "status": 410,
    "actions": [
      "toCredentials"
    ]
  },
  "linkCanceledByPartner": {
    "title": "linkCanceledByPartner.title",
    "status": 410,
    "actions": [
      "toCredentials"
    ]
  },
  "linkPaused": {
    "title": "linkPaused.title",
    "status": 403,
    "actions": [
      "toCredentials"
    ]
  },
  "linkError": {
    "title": "linkError.title",
    "status": 404,
    "actions": [
      "toCredentials",
      "switchAccount"
    ]
  }
} as const;

/** Page for each kind of link, state, and viewer. */
export const links = {
  "submission": {
    "notOpened": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "consent"
    },
    "open": {
      "signedOut": "signIn",
      "owner": "consent",
      "other": "linkError"
    },
    "accepted": {
      "signedOut": "signIn",
      "owner": "credential",
      "other": "linkError"
    },
    "declined": {
      "signedOut": "signIn",
      "owner": "declined",
      "other": "linkError"
    },
    "expired": {
      "signedOut": "signIn",
      "owner": "linkExpired",
      "other": "linkExpired"
    },
    "deleted": {
      "signedOut": "signIn",
      "owner": "deleted",
      "other": "linkError"
    },
    "canceled": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "linkCanceled"
    },
    "canceledByPartner": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "linkCanceledByPartner"
    },
    "paused": {
      "signedOut": "signIn",
      "owner": "linkPaused",
      "other": "linkPaused"
    },
    "unknown": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "linkError"
    }
  },
  "verification": {
    "notOpened": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "verify"
    },
    "open": {
      "signedOut": "signIn",
      "owner": "verify",
      "other": "linkError"
    },
    "accepted": {
      "signedOut": "signIn",
      "owner": "shared",
      "other": "linkError"
    },
    "declined": {
      "signedOut": "signIn",
      "owner": "refused",
      "other": "linkError"
    },
    "expired": {
      "signedOut": "signIn",
      "owner": "requestExpired",
      "other": "requestExpired"
    },
    "deleted": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "linkError"
    },
    "canceled": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "linkCanceled"
    },
    "canceledByPartner": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "linkCanceledByPartner"
    },
    "paused": {
      "signedOut": "signIn",
      "owner": "linkPaused",
      "other": "linkPaused"
    },
    "unknown": {
      "signedOut": "signIn",
      "owner": "never",
      "other": "linkError"
    }
  }
} as const;

/** Questions before an irreversible action, by action. */
export const questions = {
  "decline": {
    "title": "decline.title",
    "button": "decline.button"
  },
  "refuse": {
    "title": "refuse.title",
    "button": "refuse.button"
  },
  "delete": {
    "title": "delete.title",
    "button": "delete.button"
  },
  "stop": {
    "title": "stop.title",
    "button": "stop.button"
  }
} as const;

/** Pages right after an action, by action. */
export const outcomes = {
  "accept": {
    "title": "accepted.title",
    "status": 200
  },
  "verify": {
    "title": "shared.title",
    "status": 200
  },
  "stop": {
    "path": "/account/sharing-stopped",
    "title": "stopped.title",
    "status": 200
  }
} as const;

/** Pages with a fixed address, for people who are not signed in. */
export const notices = {
  "signedOut": {
    "path": "/signed-out",
    "title": "signedOut.title",
    "status": 200
  },
  "otherAccount": {
    "path": "/other-account",
    "title": "otherAccount.title",
    "status": 200
  },
  "accountDeleted": {
    "path": "/account-deleted",
    "title": "accountDeleted.title",
    "status": 200
  },
  "sessionEnded": {
    "path": "/session-ended",
    "title": "sessionEnded.title",
    "status": 401
  },
  "signInAgain": {
    "path": "/sign-in-again",
    "title": "signInAgain.title",
    "status": 401
  },
  "cookiesBlocked": {
    "path": "/cookies-blocked",
    "title": "cookiesBlocked.title",
    "status": 403
  }
} as const;

export type PageName = keyof typeof pages;
export type LinkKind = keyof typeof links;
export type LinkState = keyof (typeof links)[LinkKind];
/** A signed-in person: the owner, or somebody else. */
export type Viewer = 'owner' | 'other';
