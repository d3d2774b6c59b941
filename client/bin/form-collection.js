#!/usr/bin/env node
import '../dist/form-collection.cjs';
