// Lets Node load TypeScript as it is, without a build: node --require ./scripts/typescript.cjs <file>. Types are not checked.
const { Module } = require('node:module');
const { transformFileSync } = require('@swc/core');
const options = require('./swc.cjs');

Module._extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
