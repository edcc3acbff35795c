package compare

const defaultSet = `
b crown n=10
`
