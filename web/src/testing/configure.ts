import { configure } from '@testing-library/react'

// A chunk is loaded when it is first needed. Nothing is hidden by styles here, and to compute them takes longer than a test.
configure({
  asyncUtilTimeout: 5000,
  defaultHidden: true,
  // What could be chosen does not stand on the screen.
  defaultIgnore: 'script, style, option',
  getElementError: (message) => new Error(`${message}\n\nOn the screen: ${document.body.textContent}`),
})
